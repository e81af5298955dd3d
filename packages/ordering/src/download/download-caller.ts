/** The caller of a download: a member and the client that calls for it. Each client has its own download marks. */
export interface DownloadCaller {
  readonly memberCode: string;
  readonly clientId: string;
}
