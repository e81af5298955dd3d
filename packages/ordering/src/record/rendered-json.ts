/**
 * The JSON of a record that was rendered before, which is copied instead of being rendered again. Each character of the text is
 * one byte of its UTF-8, so that copying needs no encoding.
 */
export class RenderedJson {
  constructor(readonly bytes: string) {}
}
