declare module 'better-sqlite3-13' {
  import Driver from 'better-sqlite3';

  export default Driver;
}
