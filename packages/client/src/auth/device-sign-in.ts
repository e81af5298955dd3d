/** A started sign-in of a device without a browser. Show `userCode` and `url` to the user. It is plain data. */
export interface DeviceSignIn {
  /** The page on which the user types the code, in any browser on any machine. */
  readonly url: string;
  /** The same page with the code filled in, for a link or a picture; undefined if the server has none. */
  readonly completeUrl: string | undefined;
  /** The code that the user types: `WDJB-MJHT`. */
  readonly userCode: string;
  /** The secret with which the device asks for its tokens. */
  readonly deviceCode: string;
  readonly intervalSeconds: number;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}
