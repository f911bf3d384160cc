/** Questions of which only the newest matters: what older ones are answered never comes true. */
export class Newest {
  private asked = 0;

  /** The answer to what is asked now, unless something else is asked, or nothing any more, before it is there. */
  of<T>(answer: Promise<T>): Promise<T> {
    const mine = ++this.asked;
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => mine === this.asked && resolve(value),
        (error: unknown) => mine === this.asked && reject(error as Error),
      );
    });
  }

  /** Nothing that was asked matters any more. */
  forget(): void {
    this.asked++;
  }
}
