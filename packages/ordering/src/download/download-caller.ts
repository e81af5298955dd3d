/** The caller of a download: a member and its client. Each client of a member has its own download marks. */
export interface DownloadCaller {
  readonly memberCode: string;
  readonly clientId: string;
}
