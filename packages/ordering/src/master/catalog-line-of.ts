const catalogStart = Buffer.from('"catalog":[{');
const catalogEnd = Buffer.from('}]}');
/** The first field of an order-master line in the JSON is its id. */
const nextLine = Buffer.from('},{"catalog_id":');

/**
 * Returns the JSON of one line from the `catalog` list, which is the last field of a master record (Spec 2.4). The line is found
 * without parsing the JSON of the record. Quotation marks inside a text are escaped, so a field name between two quotation marks
 * is always a real field name.
 */
export function catalogLineOf(body: Buffer, lineNo: number): Buffer {
  let start = body.lastIndexOf(catalogStart) + catalogStart.length - 1;
  for (let line = 0; line < lineNo; line++) start = body.indexOf(nextLine, start) + '},'.length;
  const next = body.indexOf(nextLine, start);
  return body.subarray(start, next === -1 ? body.length - catalogEnd.length + 1 : next + 1);
}
