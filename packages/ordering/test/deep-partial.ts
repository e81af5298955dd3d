/** A record from which any part may be missing. */
export type DeepPartial<Shape> = {
  readonly [Key in keyof Shape]?: Shape[Key] extends readonly (infer Element)[] | undefined
    ? readonly DeepPartial<Element>[]
    : Shape[Key];
};
