/** Who downloads: a member through one of its systems. Two systems of one member do not take slips from each other. */
export interface DownloadCaller {
  readonly memberCode: string;
  readonly clientId: string;
}
