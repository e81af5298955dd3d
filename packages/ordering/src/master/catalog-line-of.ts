const catalogStart = Buffer.from('"catalog":[{');
const catalogEnd = Buffer.from('}]}');
/** A catalog line begins with its id. */
const nextLine = Buffer.from('},{"catalog_id":');

/**
 * The JSON object of a line of the `catalog` list, with which the body of a master record ends (Spec 2.4). It is found without
 * parsing: quotation marks within a text are escaped, so a name between two of them is that of a field.
 */
export function catalogLineOf(body: Buffer, lineNo: number): Buffer {
  let start = body.lastIndexOf(catalogStart) + catalogStart.length - 1;
  for (let line = 0; line < lineNo; line++) start = body.indexOf(nextLine, start) + '},'.length;
  const next = body.indexOf(nextLine, start);
  return body.subarray(start, next === -1 ? body.length - catalogEnd.length + 1 : next + 1);
}
