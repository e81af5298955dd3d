/** A message that is pushed: the JSON text of an event, with the id and the type that its attempts record. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}
