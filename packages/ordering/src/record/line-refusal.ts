/** Thrown to refuse one line of an import file. The message contains the reason and the field. */
export class LineRefusal extends Error {
  override readonly name = 'LineRefusal';
}

/**
 * Makes the error that refuses a line because of one field, such as `catalog[0].lead_time: must be a whole number from 0 to 365`.
 */
export function refuseField(field: string, reason: string): LineRefusal {
  return new LineRefusal(`${field}: ${reason}`);
}
