/** The subset of Distinguished Encoding Rules (X.690) that a certificate needs. */
export const der = {
  sequence: (...parts: readonly Buffer[]) => tagged(0x30, Buffer.concat(parts)),
  set: (...parts: readonly Buffer[]) => tagged(0x31, Buffer.concat(parts)),
  integer: (bytes: Buffer) => tagged(0x02, (bytes[0] as number) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes])),
  bits: (bytes: Buffer, unused = 0) => tagged(0x03, Buffer.concat([Buffer.of(unused), bytes])),
  octets: (bytes: Buffer) => tagged(0x04, bytes),
  yes: () => tagged(0x01, Buffer.of(0xff)),
  text: (text: string) => tagged(0x0c, Buffer.from(text, 'utf8')),
  /** @param dotted such as `2.5.29.17` */
  id: (dotted: string) => tagged(0x06, idBytes(dotted)),
  time: (instant: Date) => tagged(0x18, Buffer.from(instant.toISOString().replace(/[-:T]|\.\d+/g, ''), 'ascii')),
  /** A context-specific element. It has a number, and contains other elements or bytes. */
  part: (number: number, bytes: Buffer, kind: 'parts' | 'bytes') =>
    tagged((kind === 'parts' ? 0xa0 : 0x80) + number, bytes),
};

function tagged(tag: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), lengthBytes(bytes.length), bytes]);
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.of(0x80 + bytes.length), bytes]);
}

function idBytes(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return Buffer.from([40 * first + second, ...others.flatMap(inSevens)]);
}

/** The number in base 128. All digits except the last one are marked. */
function inSevens(number: number): number[] {
  const digits = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}
