/** How a camera's view is moved by hand: dragged with the mouse, zoomed by the wheel, pinched with two fingers. */
import { on } from 'svelte/events';
import type { CameraView } from './camera_view.svelte';

const FAR = 6; // pixels that a pressed mouse moves before it drags

/** The mouse. The pointer is captured only once it has moved: a click stays the cell's. */
export class Dragging {
  isDragged = $state(false);
  private from: { x: number; y: number; left: number; top: number } | null = null;

  /** `drags` says whether the left button moves the view; the middle one always does. */
  constructor(
    private readonly view: CameraView,
    private readonly drags: () => boolean,
  ) {}

  down(event: PointerEvent): void {
    const { box } = this.view;
    const isWanted = event.button === 1 || (event.button === 0 && this.drags());
    if (!box || event.pointerType !== 'mouse' || !isWanted) return;
    if (event.button === 1) event.preventDefault();
    this.from = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
  }
  move(event: PointerEvent): void {
    const { view, from } = this;
    view.isHovered = event.pointerType === 'mouse';
    if (!from || !view.box) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!this.isDragged && Math.hypot(dx, dy) < FAR) return;
    if (!this.isDragged) view.box.setPointerCapture(event.pointerId);
    this.isDragged = true;
    event.stopPropagation();
    view.scrollTo(from.left - dx, from.top - dy);
  }
  up(): void {
    this.from = null;
    this.isDragged = false;
  }
  leave(): void {
    this.view.isHovered = false;
    if (!this.from) this.view.keepUp();
  }
}

/** Two fingers: how far apart they are, and the point between them, from the corner of the view. */
interface Pinch {
  apart: number;
  x: number;
  y: number;
}

function pinchOf({ touches: [a, b] }: TouchEvent, box: HTMLElement): Pinch {
  const { left, top } = box.getBoundingClientRect();
  return {
    apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    x: (a.clientX + b.clientX) / 2 - left,
    y: (a.clientY + b.clientY) / 2 - top,
  };
}

/** Let wheel and fingers zoom: an attachment. Where the wheel can zoom no further, it moves the page. */
export function zooming(view: CameraView): (box: HTMLElement) => () => void {
  return (box) => {
    let pinch: Pinch | null = null;
    function wheel(event: WheelEvent): void {
      if (event.shiftKey || !event.deltaY) return;
      const wanted = view.cell * Math.exp(-Math.sign(event.deltaY) * Math.min(0.25, Math.abs(event.deltaY) / 400));
      if (!view.canZoomTo(wanted)) return;
      event.preventDefault();
      const { left, top } = box.getBoundingClientRect();
      void view.zoomTo(wanted, event.clientX - left, event.clientY - top);
    }
    function touched(event: TouchEvent): void {
      pinch = event.touches.length === 2 ? pinchOf(event, box) : null;
    }
    function touchmove(event: TouchEvent): void {
      if (!pinch || event.touches.length !== 2) return;
      if (event.cancelable) event.preventDefault();
      const { apart, x, y } = pinch;
      pinch = pinchOf(event, box);
      void view.zoomTo((view.cell * pinch.apart) / Math.max(apart, 1), x, y, pinch.x - x, pinch.y - y);
    }
    const ends = [
      on(box, 'wheel', wheel, { passive: false }),
      on(box, 'touchstart', touched, { passive: true }),
      on(box, 'touchmove', touchmove, { passive: false }),
      on(box, 'touchend', touched, { passive: true }),
      on(box, 'touchcancel', touched, { passive: true }),
    ];
    return () => ends.forEach((end) => end());
  };
}
