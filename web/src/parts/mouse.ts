/** Whether a mouse was moved by a hand: browsers also report a move when the page moves under a resting mouse. */
export function isMovedByHand(event: PointerEvent): boolean {
  return event.pointerType === 'mouse' && (event.movementX !== 0 || event.movementY !== 0);
}
