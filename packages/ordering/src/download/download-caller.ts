/**
 * The caller of a download: a member and the client that it uses. Each client of a member has its own download marks.
 */
export interface DownloadCaller {
  readonly memberCode: string;
  readonly clientId: string;
}
