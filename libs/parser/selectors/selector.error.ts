/** A selector that cannot be used; `position` counts characters from the start of the selector. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
  constructor(
    message: string,
    readonly position: number,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
