/** One line of an import file is refused; the message is the reason, with the field it is about. */
export class LineRefusal extends Error {
  override readonly name = 'LineRefusal';
}

/** Refuses a line for one of its fields, as in `catalog[0].lead_time: must be a whole number from 0 to 365`. */
export function refuseField(field: string, reason: string): LineRefusal {
  return new LineRefusal(`${field}: ${reason}`);
}
