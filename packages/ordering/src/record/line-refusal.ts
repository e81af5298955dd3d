/** Refuses one line of an import file. The message is the reason, with the field. */
export class LineRefusal extends Error {
  override readonly name = 'LineRefusal';
}

/** Refuses a line for one of its fields, as in `catalog[0].lead_time: must be a whole number from 0 to 365`. */
export function refuseField(field: string, reason: string): LineRefusal {
  return new LineRefusal(`${field}: ${reason}`);
}
