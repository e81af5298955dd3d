import { MIMEType } from 'node:util';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Caches the meanings of header values, because the same values occur again and again. */
function remember<Meaning extends string | boolean>(read: (header: string) => Meaning): (header: string) => Meaning {
  const known = new LRUCache<string, Meaning>({ max: 1_000 });
  return (header) => {
    const hit = known.get(header);
    if (hit !== undefined) return hit;
    const meaning = read(header);
    if (header.length < 500) known.set(header, meaning);
    return meaning;
  };
}

/** Whether an Accept header allows a media type in UTF-8. If the header is absent or empty, everything is allowed. */
function accepts(mediaType: string): (header: string | undefined) => boolean {
  const offered = [mediaType, `${mediaType};charset=utf-8`];
  const read = remember(
    (accept) => new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaType(offered) !== undefined,
  );
  return (header) => header === undefined || header.trim() === '' || read(header);
}

export const acceptsJson = accepts('application/json');
export const acceptsNdjson = accepts('application/x-ndjson');
export const acceptsEventStream = accepts('text/event-stream');

const eventsOffered = ['application/json', 'text/event-stream'];
const readPreferred = remember(
  (accept) =>
    new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaType(eventsOffered) === 'text/event-stream',
);

/** Whether the client asks for a stream of events rather than for JSON. */
export function prefersEventStream(accept: string | undefined): boolean {
  return accept !== undefined && readPreferred(accept);
}

/** Returns `gzip` if the client accepts it and prefers no other encoding, and otherwise `identity`. */
export const answerEncoding = remember((header: string): 'gzip' | 'identity' => {
  const encodings = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['gzip', 'identity']);
  return encodings[0] === 'gzip' ? 'gzip' : 'identity';
});

/** Whether a Content-Type header describes JSON in UTF-8. */
export const isJsonContentType = remember((header: string): boolean => {
  try {
    const type = new MIMEType(header);
    const charset = type.params.get('charset');
    return type.essence === 'application/json' && (charset === null || /^utf-?8$/i.test(charset));
  } catch {
    return false;
  }
});
