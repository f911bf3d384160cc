/** A pause in which the browser draws, and may answer a hand; a page that nobody sees is not drawn. */
export const breath = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) done();
    else requestAnimationFrame(() => setTimeout(done));
  });
