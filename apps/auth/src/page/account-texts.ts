import type { Language } from './page-language.js';

/** The pages of a person's own account, by the last part of their paths. */
export const accountPlaces = ['security', 'password', 'access'] as const;

export type AccountPlace = (typeof accountPlaces)[number];

/** The reason why a new password was not accepted. */
export type PasswordProblem =
  | 'missing-password'
  | 'password-mismatch'
  | 'password-too-short'
  | 'password-too-long'
  | 'password-leaked'
  | 'password-unchanged'
  | 'value-invalid'
  | 'form-refused'
  | 'busy';

/** The sentences of the pages of a person's own account in one language. */
export interface AccountTexts {
  readonly menu: string;
  readonly places: Readonly<Record<AccountPlace, string>>;
  readonly leads: Readonly<Record<AccountPlace, string>>;
  readonly forgotten: string;
  readonly passwordTitle: string;
  readonly passwordLead: string;
  readonly newPassword: string;
  readonly repeatedPassword: string;
  readonly passwordRule: string;
  readonly change: string;
  readonly changed: string;
  readonly changedText: string;
  readonly resetTitle: string;
  readonly resetLead: string;
  readonly set: string;
  readonly setTitle: string;
  readonly setText: string;
  readonly deadTitle: string;
  readonly deadText: string;
  readonly passwordProblem: string;
  readonly passwordProblems: Readonly<Record<PasswordProblem, string>>;
  readonly accessTitle: string;
  readonly accessLead: string;
  readonly timeZone: string;
  readonly devices: string;
  readonly noDevices: string;
  readonly devicesOff: string;
  readonly unknownDevice: string;
  readonly device: (browser: string | undefined, system: string | undefined) => string;
  readonly thisDevice: string;
  readonly signedIn: string;
  readonly lastUse: string;
  readonly signOut: string;
  readonly signOutOthers: string;
  readonly applications: string;
  readonly noApplications: string;
  readonly goneApplication: string;
  readonly allowed: string;
  readonly may: string;
  readonly mayNothing: string;
  readonly endAccess: string;
  readonly more: (count: number) => string;
  readonly endedDevice: string;
  readonly endedDevices: (count: number) => string;
  readonly endedApplication: (name: string) => string;
  readonly nothingEnded: string;
}

export const accountTexts: Readonly<Record<Language, AccountTexts>> = {
  en: {
    menu: 'Your account',
    places: { security: 'Second factor', password: 'Password', access: 'Devices' },
    leads: {
      security: 'Sign in to see and change how you sign in.',
      password: 'Sign in with your present password to change it.',
      access: 'Sign in to see where you are signed in, and which applications may act for you.',
    },
    forgotten: 'Forgotten your password?',
    passwordTitle: 'Change your password',
    passwordLead:
      'Your other browsers and all applications will have to sign in again. Service accounts go on working.',
    newPassword: 'New password',
    repeatedPassword: 'New password, once more',
    passwordRule: 'At least 8 characters. Four unrelated words are easy to remember and hard to guess.',
    change: 'Change the password',
    changed: 'Your password is changed',
    changedText: 'Your other browsers and all applications are signed out. Use the new password from now on.',
    resetTitle: 'Set a new password',
    resetLead: 'This link works only once. Your browsers and applications will have to sign in again.',
    set: 'Set the password',
    setTitle: 'Your password is set',
    setText: 'You can close this window, and sign in with the new password in your application.',
    deadTitle: 'This link no longer works',
    deadText:
      'A link works once and for a limited time, and a newer link replaces it. Ask your operator for a new one.',
    passwordProblem: 'The password was not accepted',
    passwordProblems: {
      'missing-password': 'Enter the new password, and then once more.',
      'password-mismatch': 'The two entries are different. Enter the new password twice.',
      'password-too-short': 'It needs at least 8 characters. Add a word or two.',
      'password-too-long': 'It can have at most 1,024 characters. Choose a shorter one.',
      'password-leaked':
        'It is on public lists of stolen passwords, which attackers try first. Choose one that you use nowhere else, for example four unrelated words.',
      'password-unchanged': 'It is your present password. Choose another one.',
      'value-invalid': 'It contains characters that cannot be seen. Type it instead of pasting it.',
      'form-refused':
        'This page was open for a long time, or your browser did not send its cookie. Allow cookies for this site, and enter the new password again.',
      busy: 'Many people are signing in at this moment. Wait a few seconds and try again.',
    },
    accessTitle: 'Devices and applications',
    accessLead: 'End whatever you do not recognise, and then change your password.',
    timeZone: 'Times are in Japan time.',
    devices: 'Signed-in browsers',
    noDevices: 'No browser is signed in.',
    devicesOff: 'None. Here, no browser stays signed in: the password is asked for each time.',
    unknownDevice: 'A browser',
    device: (browser, system) => [browser ?? 'A browser', system].filter(Boolean).join(' on '),
    thisDevice: 'This browser',
    signedIn: 'Signed in',
    lastUse: 'Last use',
    signOut: 'Sign out',
    signOutOthers: 'Sign out all other browsers',
    applications: 'Applications that may act for you',
    noApplications: 'None.',
    goneApplication: 'An application that has been removed',
    allowed: 'Allowed',
    may: 'What it may do',
    mayNothing: 'It may do nothing now.',
    endAccess: 'End access',
    more: (count) => `${count} more have been used less recently. They appear when you have ended others.`,
    endedDevice: 'The browser is signed out.',
    endedDevices: (count) =>
      count === 1 ? 'One other browser is signed out.' : `${count} other browsers are signed out.`,
    endedApplication: (name) => `${name} can no longer act for you.`,
    nothingEnded: 'It had ended already.',
  },
  ja: {
    menu: 'アカウント',
    places: { security: '二要素認証', password: 'パスワード', access: '端末とアプリ' },
    leads: {
      security: 'ログイン方法の確認と変更には、ログインが必要です。',
      password: 'パスワードを変更するには、現在のパスワードでログインしてください。',
      access: 'ログイン中の端末と、許可したアプリケーションを確認するには、ログインしてください。',
    },
    forgotten: 'パスワードをお忘れの場合',
    passwordTitle: 'パスワードの変更',
    passwordLead:
      '変更すると、他のブラウザーとすべてのアプリケーションで再ログインが必要になります。サービスアカウントには影響しません。',
    newPassword: '新しいパスワード',
    repeatedPassword: '新しいパスワード（確認）',
    passwordRule: '8文字以上。無関係な単語を4つ並べると、覚えやすく推測されにくくなります。',
    change: 'パスワードを変更する',
    changed: 'パスワードを変更しました',
    changedText:
      '他のブラウザーとすべてのアプリケーションからログアウトしました。今後は新しいパスワードをお使いください。',
    resetTitle: '新しいパスワードの設定',
    resetLead:
      'このリンクで、新しいパスワードを1回設定できます。設定後は、各ブラウザーとアプリケーションで再ログインが必要です。',
    set: 'パスワードを設定する',
    setTitle: 'パスワードを設定しました',
    setText: 'この画面は閉じてかまいません。アプリケーションで、新しいパスワードを使ってログインしてください。',
    deadTitle: 'このリンクは使えません',
    deadText:
      'リンクは1回だけ、期限内に限り使えます。新しいリンクが発行されると、古いリンクは無効になります。運営者に再発行をご依頼ください。',
    passwordProblem: 'このパスワードは使えません',
    passwordProblems: {
      'missing-password': '新しいパスワードを、確認欄にも入力してください。',
      'password-mismatch': '2つの入力が一致しません。新しいパスワードをもう一度、両方の欄に入力してください。',
      'password-too-short': '8文字以上が必要です。単語を1つか2つ加えてください。',
      'password-too-long': '1,024文字以内にしてください。',
      'password-leaked':
        '流出したパスワードの公開リストに含まれており、最初に試されます。他で使っていないもの（無関係な単語4つなど）をお選びください。',
      'password-unchanged': '現在のパスワードと同じです。別のパスワードをお選びください。',
      'value-invalid': '見えない文字が含まれています。貼り付けずに入力してください。',
      'form-refused':
        '画面を開いてから時間が経ったか、Cookie が送られてきませんでした。このサイトの Cookie を許可し、もう一度入力してください。',
      busy: 'ただいま混み合っています。数秒待ってから、もう一度お試しください。',
    },
    accessTitle: '端末とアプリケーション',
    accessLead: '心当たりのないものは終了し、パスワードを変更してください。',
    timeZone: '時刻は日本時間です。',
    devices: 'ログイン中のブラウザー',
    noDevices: 'ログイン中のブラウザーはありません。',
    devicesOff: 'ありません。毎回パスワードを入力する設定のため、ログイン状態は保持されません。',
    unknownDevice: 'ブラウザー',
    device: (browser, system) =>
      system === undefined ? (browser ?? 'ブラウザー') : `${browser ?? 'ブラウザー'}（${system}）`,
    thisDevice: 'このブラウザー',
    signedIn: 'ログイン',
    lastUse: '最終利用',
    signOut: 'ログアウトする',
    signOutOthers: '他のすべてのブラウザーからログアウトする',
    applications: '許可したアプリケーション',
    noApplications: 'ありません。',
    goneApplication: '削除されたアプリケーション',
    allowed: '許可',
    may: '許可されている操作',
    mayNothing: '現在、許可されている操作はありません。',
    endAccess: '連携を終了する',
    more: (count) => `ほかに${count}件あります（最終利用の古いもの）。上の連携を終了すると表示されます。`,
    endedDevice: 'そのブラウザーからログアウトしました。',
    endedDevices: (count) => `他の${count}件のブラウザーからログアウトしました。`,
    endedApplication: (name) => `「${name}」との連携を終了しました。`,
    nothingEnded: 'すでに終了していました。',
  },
};
