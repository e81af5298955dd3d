/**
 * A record of two parts: what it has in common with others, one object for all of them, and what is its own. No field is in
 * both. The common part is checked and rendered once, so it must not change.
 */
export class RecordInParts<Part extends object = object> {
  constructor(
    readonly common: Readonly<Part>,
    readonly own: Readonly<Part>,
  ) {}

  get whole(): Part {
    return { ...this.common, ...this.own };
  }

  toJSON(): Part {
    return this.whole;
  }
}
