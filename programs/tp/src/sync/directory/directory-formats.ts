export const directoryFormats = ['ndjson', 'parquet'] as const;
export type DirectoryFormat = (typeof directoryFormats)[number];
