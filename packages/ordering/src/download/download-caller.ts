/**
 * The caller of a download: a member, and the client that requests the download for this member. Each client of a member has its
 * own download marks.
 */
export interface DownloadCaller {
  readonly memberCode: string;
  readonly clientId: string;
}
