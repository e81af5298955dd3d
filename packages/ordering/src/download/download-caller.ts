/** The caller of a download: a member, by one of its systems. Each system has its own download marks. */
export interface DownloadCaller {
  readonly memberCode: string;
  readonly clientId: string;
}
