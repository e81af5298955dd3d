/** Who downloads: a member, by one of its systems. What one system has downloaded is still new for another one. */
export interface DownloadCaller {
  readonly memberCode: string;
  readonly clientId: string;
}
