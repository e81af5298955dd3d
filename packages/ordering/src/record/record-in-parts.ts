/**
 * A record of two parts: the common part, which is one object that many records share, and the part that only this record has. No
 * field is in both parts. The common part is checked and rendered only once, so it must not change.
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
