/** A message that is pushed: the JSON text of an event, with what attempts note about it. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}
