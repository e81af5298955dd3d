import type { JsonBytes } from './json-bytes.js';

/** The JSON of a record that was rendered before, which is copied instead of being rendered again. */
export abstract class RenderedJson {
  /** Adds the JSON of the record. */
  abstract addTo(json: JsonBytes): void;
}
