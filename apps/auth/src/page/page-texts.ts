import type { Language } from './page-language.js';

/** The reason why a sign-in form is shown again. */
export type SignInProblem =
  | 'wrong-credentials'
  | 'missing-user-id'
  | 'missing-password'
  | 'locked'
  | 'busy'
  | 'form-expired'
  | 'rights-changed'
  | 'no-cookie'
  | 'foreign-form';

/** The reason why a page is shown again on which a person proves the second factor or sets it up. */
export type CodeProblem = 'wrong-code' | 'missing-code' | 'locked' | PasskeyProblem;

/** The reason why a passkey was not accepted. */
export type PasskeyProblem = 'wrong-passkey' | 'passkey-not-saved' | 'missing-name' | 'too-many-passkeys';

/** The reason why a page about a device is shown again. */
export type DeviceProblem =
  | 'wrong-code'
  | 'missing-code'
  | 'locked'
  | 'form-expired'
  | 'rights-changed'
  | 'no-cookie'
  | 'foreign-form';

/** The reason why a request for the authorization page is refused without sending the browser back to the application. */
export type RequestProblem =
  | 'unknown-client'
  | 'redirect-uri-mismatch'
  | 'realm-invalid'
  | 'repeated-parameter'
  | 'request-invalid'
  | 'not-found'
  | 'unavailable'
  | 'internal';

/** All sentences of the pages in one language. */
export interface PageTexts {
  readonly product: string;
  readonly promise: string;
  readonly promisePoints: readonly string[];
  readonly languageMenu: string;
  readonly languageName: string;
  readonly signInTitle: string;
  readonly signInLead: (application: string) => string;
  readonly access: string;
  /** The things that every application gets, in addition to the rights that the page lists above them. */
  readonly accessPoints: readonly string[];
  readonly userId: string;
  readonly password: string;
  readonly show: string;
  /** Describes the button `show` for people who cannot see where it is. */
  readonly showTyped: string;
  readonly signIn: string;
  readonly cancel: string;
  readonly confirmTitle: string;
  readonly confirmLead: (application: string) => string;
  readonly signedInAs: string;
  readonly allow: string;
  readonly signOut: string;
  readonly signedOutTitle: string;
  readonly signedOutText: string;
  readonly signInAgain: string;
  readonly passwordNote: (application: string) => string;
  readonly signInOnly: string;
  readonly accountTitle: string;
  readonly factor: string;
  readonly factorOn: string;
  readonly factorOff: string;
  readonly factorRequired: string;
  readonly setUp: string;
  readonly setUpOther: string;
  readonly newCodes: string;
  readonly codeTitle: string;
  readonly codeLead: string;
  readonly code: string;
  readonly verify: string;
  readonly recoveryNote: string;
  readonly codeProblem: string;
  readonly codeProblems: Readonly<Record<Exclude<CodeProblem, PasskeyProblem>, string>>;
  readonly enrolTitle: string;
  readonly enrolLead: string;
  readonly enrolRequired: string;
  readonly enrolScan: string;
  readonly enrolType: string;
  readonly qrCode: string;
  readonly firstCode: string;
  readonly enrol: string;
  readonly recoveryTitle: string;
  readonly recoveryLead: string;
  readonly recoveryKept: string;
  readonly deviceTitle: string;
  readonly deviceLead: string;
  /** Asks the person to compare a code that a link has filled in. */
  readonly deviceCompare: string;
  readonly deviceCode: string;
  readonly deviceIsSame: string;
  readonly deviceNote: string;
  readonly deviceSignInLead: (application: string) => string;
  readonly deviceConfirmLead: (application: string) => string;
  readonly deviceAddress: string;
  readonly deviceAsked: string;
  readonly minutesAgo: (minutes: number) => string;
  readonly refuse: string;
  readonly deviceAllowedTitle: string;
  readonly deviceAllowed: (application: string) => string;
  readonly deviceRefusedTitle: string;
  readonly deviceRefused: (application: string) => string;
  readonly deviceProblem: string;
  readonly deviceProblems: Readonly<Record<DeviceProblem, string>>;
  readonly problem: string;
  readonly problems: Readonly<Record<SignInProblem, string>>;
  /** The separator between two sentences. */
  readonly sentenceGap: string;
  readonly retryAfter: (minutes: number) => string;
  readonly errorTitle: string;
  readonly requestProblems: Readonly<Record<RequestProblem, { readonly what: string; readonly todo: string }>>;
  readonly requestId: string;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  en: {
    product: 'Trading Platform',
    promise: 'Your orders, connected.',
    promisePoints: [
      'One account for every connected system',
      'Applications never see your password',
      'Access can be ended at any time',
    ],
    languageMenu: 'Language',
    languageName: 'English',
    signInTitle: 'Sign in',
    signInLead: (application) => `${application} asks to work with your trading data.`,
    access: 'It will be able to',
    accessPoints: ['see your member code and user profile', 'stay connected until access is ended'],
    userId: 'User ID',
    password: 'Password',
    show: 'Show',
    showTyped: 'Show what was typed',
    signIn: 'Sign in and allow',
    cancel: 'Cancel',
    confirmTitle: 'Allow access?',
    confirmLead: (application) => `${application} asks to work with your trading data.`,
    signedInAs: 'Signed in as',
    allow: 'Allow',
    signOut: 'Sign out',
    signedOutTitle: 'You are signed out',
    signedOutText: 'You can close this window. Applications that you allowed keep their access until it is ended.',
    signInAgain: 'Sign in again',
    passwordNote: (application) => `Your password stays here. ${application} does not get it.`,
    signInOnly: 'Sign in',
    accountTitle: 'How you sign in',
    factor: 'Authenticator app',
    factorOn: 'On: a code is asked for after your password.',
    factorOff: 'Off.',
    factorRequired: 'Your company or the platform requires a second factor, so the last one cannot be removed.',
    setUp: 'Set up an authenticator app',
    setUpOther: 'Set up another app',
    newCodes: 'Make new recovery codes',
    codeTitle: 'Enter your code',
    codeLead: 'Open your authenticator app and enter the code for Trading Platform.',
    code: 'Code',
    verify: 'Continue',
    recoveryNote:
      'Without your app, enter one of your recovery codes. If you have none, ask your operator to reset the app.',
    codeProblem: 'The code was not accepted',
    codeProblems: {
      'wrong-code':
        'The code is not right, or it has been used. Wait for the next code of the app, and check the clock of your device.',
      'missing-code': 'Enter the code.',
      locked: 'There were too many wrong codes, so sign-in is paused for now.',
    },
    enrolTitle: 'Set up an authenticator app',
    enrolLead: 'From then on, a code of the app is asked for after your password.',
    enrolRequired:
      'Your company or the platform requires a code after your password. Set up an authenticator app to continue.',
    enrolScan: 'Scan this picture with an authenticator app on your phone.',
    enrolType: 'If you cannot scan it, type this key into the app:',
    qrCode: 'QR code for your authenticator app',
    firstCode: 'Code that the app shows',
    enrol: 'Switch on',
    recoveryTitle: 'Keep your recovery codes',
    recoveryLead:
      'Use one of these codes if you lose your app or your passkeys. Each code works once. Print the codes or store them safely now: they are not shown again.',
    recoveryKept: 'I have kept them',
    deviceTitle: 'Connect a device',
    deviceLead: 'Enter the code that your device shows.',
    deviceCompare: 'Does your device show this code? Continue only if it is exactly the same.',
    deviceCode: 'Code of the device',
    deviceIsSame: 'The code is the same',
    deviceNote:
      'Continue only if you have started this yourself, a moment ago. Nobody from the platform asks you to enter a code.',
    deviceSignInLead: (application) =>
      `${application} wants to connect a device. Sign in to see what it asks for. Nothing is allowed yet.`,
    deviceConfirmLead: (application) => `${application} asks to work with your trading data, on another device.`,
    deviceAddress: 'Network address of the device',
    deviceAsked: 'Asked',
    minutesAgo: (minutes) =>
      minutes < 1 ? 'less than a minute ago' : minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`,
    refuse: 'Refuse',
    deviceAllowedTitle: 'The device is connected',
    deviceAllowed: (application) => `Go back to ${application} on your device. You can close this window.`,
    deviceRefusedTitle: 'The device was refused',
    deviceRefused: (application) => `${application} gets no access on that device. You can close this window.`,
    deviceProblem: 'The device was not connected',
    deviceProblems: {
      'wrong-code':
        'No device waits with this code. Compare each letter. A code lasts ten minutes; let the device show a new one.',
      'missing-code': 'Enter the code.',
      locked: 'There were too many wrong codes, so devices cannot be connected for now.',
      'form-expired': 'This page was open for a long time. Enter the code again.',
      'rights-changed': 'The list of what the application will be able to do has changed. Read it, then decide.',
      'no-cookie':
        'Your browser did not send the cookie of this page. Allow cookies for this site, then enter the code again.',
      'foreign-form':
        'For your safety this form was not accepted, because it was not sent from this page. Enter the code again.',
    },
    problem: 'Sign-in did not work',
    problems: {
      'wrong-credentials': 'The user ID or the password is not right. Check both and try again.',
      'missing-user-id': 'Enter your user ID.',
      'missing-password': 'Enter your password.',
      locked: 'There were too many wrong attempts, so sign-in is paused for now.',
      busy: 'Many people are signing in at this moment. Wait a few seconds and try again.',
      'form-expired': 'This page was open for a long time. Enter your password again.',
      'rights-changed':
        'The list of what the application will be able to do has changed. Read it, then enter your password again.',
      'no-cookie':
        'Your browser did not send the cookie of this page. Allow cookies for this site, then enter your password again.',
      'foreign-form':
        'For your safety this form was not accepted, because it was not sent from this page. Enter your password again.',
    },
    sentenceGap: ' ',
    retryAfter: (minutes) => (minutes <= 1 ? 'Try again in a minute.' : `Try again in ${minutes} minutes.`),
    errorTitle: 'This sign-in request cannot be accepted',
    requestProblems: {
      'unknown-client': {
        what: 'The application that sent you here is not registered.',
        todo: 'Tell the maker of the application that its client ID is unknown.',
      },
      'redirect-uri-mismatch': {
        what: 'The application wants you back at an address that is not registered for it.',
        todo: 'Tell the maker of the application that its redirect_uri must equal the registered callback URL.',
      },
      'realm-invalid': {
        what: 'The request does not name the right realm.',
        todo: 'Tell the maker of the application that realm must be /api.',
      },
      'repeated-parameter': {
        what: 'The request names a parameter more than once.',
        todo: 'Tell the maker of the application to send each parameter once.',
      },
      'request-invalid': {
        what: 'The request is incomplete or damaged.',
        todo: 'Go back to the application and start again.',
      },
      'not-found': {
        what: 'There is no page at this address.',
        todo: 'Go back to the application and start again.',
      },
      unavailable: {
        what: 'Sign-in is not available at this moment.',
        todo: 'Wait a minute, go back to the application and start again.',
      },
      internal: {
        what: 'Something went wrong on our side.',
        todo: 'Try again. If it stays, give our support the number below.',
      },
    },
    requestId: 'Request number',
  },
  ja: {
    product: 'Trading Platform',
    promise: '受発注を、つなぐ。',
    promisePoints: [
      'ひとつのアカウントで各システムと連携',
      'アプリケーションにパスワードは渡りません',
      '連携はいつでも終了できます',
    ],
    languageMenu: '言語',
    languageName: '日本語',
    signInTitle: 'ログイン',
    signInLead: (application) => `「${application}」が、お取引データの利用を求めています。`,
    access: '許可される操作',
    accessPoints: ['会員コードと利用者情報の参照', '連携を終了するまでの継続利用'],
    userId: 'ユーザーID',
    password: 'パスワード',
    show: '表示',
    showTyped: '入力内容を表示',
    signIn: 'ログインして許可する',
    cancel: 'キャンセル',
    confirmTitle: 'アクセスを許可しますか',
    confirmLead: (application) => `「${application}」が、お取引データの利用を求めています。`,
    signedInAs: 'ログイン中のユーザー',
    allow: '許可する',
    signOut: 'ログアウト',
    signedOutTitle: 'ログアウトしました',
    signedOutText: 'この画面は閉じてかまいません。許可済みのアプリケーションとの連携は、終了するまで続きます。',
    signInAgain: 'もう一度ログインする',
    passwordNote: (application) =>
      `パスワードがこの画面の外に渡ることはありません。「${application}」にも知らされません。`,
    signInOnly: 'ログイン',
    accountTitle: 'ログイン方法',
    factor: '認証アプリ',
    factorOn: '有効：パスワードの後にコードを入力します。',
    factorOff: '無効です。',
    factorRequired: '会社または運営者の設定により二要素認証が必須のため、最後の1つは削除できません。',
    setUp: '認証アプリを設定する',
    setUpOther: '別のアプリを設定する',
    newCodes: 'リカバリーコードを作り直す',
    codeTitle: 'コードを入力',
    codeLead: '認証アプリを開き、Trading Platform のコードを入力してください。',
    code: 'コード',
    verify: '次へ',
    recoveryNote:
      'アプリが使えない場合は、リカバリーコードを入力してください。お持ちでない場合は、運営者に認証アプリのリセットをご依頼ください。',
    codeProblem: 'コードを確認できませんでした',
    codeProblems: {
      'wrong-code':
        'コードが正しくないか、すでに使われています。アプリの次のコードを待って入力し、端末の時計もご確認ください。',
      'missing-code': 'コードを入力してください。',
      locked: 'コードの誤りが続いたため、ログインを一時的に停止しています。',
    },
    enrolTitle: '認証アプリの設定',
    enrolLead: '設定すると、パスワードの後に認証アプリのコードの入力が必要になります。',
    enrolRequired:
      '会社または運営者の設定により、パスワードの後にコードが必要です。続けるには認証アプリを設定してください。',
    enrolScan: 'スマートフォンの認証アプリで、この画像を読み取ってください。',
    enrolType: '読み取れない場合は、このキーをアプリに入力してください。',
    qrCode: '認証アプリ用のQRコード',
    firstCode: 'アプリに表示されたコード',
    enrol: '有効にする',
    recoveryTitle: 'リカバリーコードの保管',
    recoveryLead:
      'アプリやパスキーをなくしたときに、各コードを1回ずつ使えます。再表示できないため、今すぐ印刷するか安全な場所に保管してください。',
    recoveryKept: '保管しました',
    deviceTitle: 'デバイスの接続',
    deviceLead: 'デバイスに表示されているコードを入力してください。',
    deviceCompare: 'デバイスに表示されているコードと一致しますか。完全に同じ場合だけ続けてください。',
    deviceCode: 'デバイスのコード',
    deviceIsSame: 'コードは一致している',
    deviceNote:
      'ご自身がたった今開始した操作である場合だけ続けてください。運営者がコードの入力をお願いすることはありません。',
    deviceSignInLead: (application) =>
      `「${application}」がデバイスの接続を求めています。内容を確認するにはログインしてください。まだ何も許可されません。`,
    deviceConfirmLead: (application) => `「${application}」が、別のデバイスでのお取引データの利用を求めています。`,
    deviceAddress: 'デバイスのネットワークアドレス',
    deviceAsked: '要求した時刻',
    minutesAgo: (minutes) => (minutes < 1 ? '1分以内' : `${minutes}分前`),
    refuse: '拒否する',
    deviceAllowedTitle: 'デバイスを接続しました',
    deviceAllowed: (application) => `デバイスの「${application}」に戻ってください。この画面は閉じてかまいません。`,
    deviceRefusedTitle: 'デバイスを拒否しました',
    deviceRefused: (application) =>
      `そのデバイスの「${application}」にアクセスは許可されません。この画面は閉じてかまいません。`,
    deviceProblem: 'デバイスを接続できませんでした',
    deviceProblems: {
      'wrong-code':
        'このコードで待機しているデバイスはありません。一文字ずつご確認ください。コードの有効期間は10分です。切れた場合は、デバイスで新しいコードを表示してください。',
      'missing-code': 'コードを入力してください。',
      locked: 'コードの誤りが続いたため、デバイスの接続を一時的に停止しています。',
      'form-expired': '画面を開いてから時間が経ちました。もう一度コードを入力してください。',
      'rights-changed': '許可される操作の一覧が変更されました。内容をご確認のうえ、お決めください。',
      'no-cookie':
        'ブラウザーからこの画面の Cookie が送られてきませんでした。このサイトの Cookie を許可してから、もう一度コードを入力してください。',
      'foreign-form':
        '安全のため、この画面以外から送られた入力は受け付けませんでした。もう一度コードを入力してください。',
    },
    problem: 'ログインできませんでした',
    problems: {
      'wrong-credentials': 'ユーザーIDまたはパスワードが正しくありません。ご確認のうえ、もう一度入力してください。',
      'missing-user-id': 'ユーザーIDを入力してください。',
      'missing-password': 'パスワードを入力してください。',
      locked: '入力の誤りが続いたため、ログインを一時的に停止しています。',
      busy: 'ただいま混み合っています。数秒待ってから、もう一度お試しください。',
      'form-expired': '画面を開いてから時間が経ちました。もう一度パスワードを入力してください。',
      'rights-changed':
        '許可される操作の一覧が変更されました。内容をご確認のうえ、もう一度パスワードを入力してください。',
      'no-cookie':
        'ブラウザーからこの画面の Cookie が送られてきませんでした。このサイトの Cookie を許可してから、もう一度パスワードを入力してください。',
      'foreign-form':
        '安全のため、この画面以外から送られた入力は受け付けませんでした。もう一度パスワードを入力してください。',
    },
    sentenceGap: '',
    retryAfter: (minutes) =>
      minutes <= 1 ? '1分ほど待ってからお試しください。' : `${minutes}分ほど待ってからお試しください。`,
    errorTitle: 'このログイン要求は受け付けられません',
    requestProblems: {
      'unknown-client': {
        what: '呼び出し元のアプリケーションが登録されていません。',
        todo: 'アプリケーションの提供元に、クライアントID（client_id）が未登録であることをお伝えください。',
      },
      'redirect-uri-mismatch': {
        what: '戻り先のアドレスが、このアプリケーションの登録内容と一致しません。',
        todo: 'アプリケーションの提供元に、redirect_uri を登録済みのコールバックURLと一致させるようお伝えください。',
      },
      'realm-invalid': {
        what: 'レルム（realm）の指定が正しくありません。',
        todo: 'アプリケーションの提供元に、realm には /api を指定するようお伝えください。',
      },
      'repeated-parameter': {
        what: '同じパラメータが二回以上指定されています。',
        todo: 'アプリケーションの提供元に、パラメータは一回ずつ指定するようお伝えください。',
      },
      'request-invalid': {
        what: '要求の内容が不足しているか、壊れています。',
        todo: 'アプリケーションに戻り、最初からやり直してください。',
      },
      'not-found': {
        what: 'このアドレスにページはありません。',
        todo: 'アプリケーションに戻り、最初からやり直してください。',
      },
      unavailable: {
        what: 'ただいまログインをご利用いただけません。',
        todo: '1分ほど待ってからアプリケーションに戻り、最初からやり直してください。',
      },
      internal: {
        what: 'サーバーで問題が発生しました。',
        todo: 'もう一度お試しください。続く場合は、下の番号をサポートにお知らせください。',
      },
    },
    requestId: 'リクエスト番号',
  },
};
