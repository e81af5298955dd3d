import type { Language } from './page-language.js';

/** The sentences about passkeys in one language. */
export interface PasskeyTexts {
  readonly passkeys: string;
  readonly noPasskeys: string;
  readonly added: string;
  readonly lastUse: string;
  readonly neverUsed: string;
  readonly add: string;
  readonly remove: string;
  readonly title: string;
  readonly lead: string;
  readonly required: string;
  readonly name: string;
  readonly nameRule: string;
  readonly create: string;
  readonly back: string;
  readonly insteadOfApp: string;
  readonly appInstead: string;
  readonly useTitle: string;
  readonly useLead: string;
  readonly useOrCodeLead: string;
  readonly use: string;
  readonly confirm: string;
  readonly or: string;
  readonly recoveryCode: string;
  readonly recoveryNote: string;
  readonly lostNote: string;
  readonly recoveryCodes: string;
  readonly recoveryCodesLeft: (count: number) => string;
  readonly removeAppTitle: string;
  readonly removeTitle: (name: string) => string;
  readonly removeLead: string;
  readonly removeLastLead: string;
  readonly removeApp: string;
  readonly refused: string;
  readonly refusedText: string;
  readonly notSaved: string;
  readonly notSavedText: string;
  readonly missingName: string;
  readonly tooMany: string;
  readonly notUsed: string;
  readonly notUsedText: string;
  readonly known: string;
  readonly unsupported: string;
  readonly unsupportedText: string;
  readonly withoutScripts: string;
}

export const passkeyTexts: Readonly<Record<Language, PasskeyTexts>> = {
  en: {
    passkeys: 'Passkeys',
    noPasskeys: 'None. A passkey is the fingerprint, face or PIN of a device, or a security key.',
    added: 'Added',
    lastUse: 'Last use',
    neverUsed: 'Not used yet',
    add: 'Add a passkey',
    remove: 'Remove',
    title: 'Add a passkey',
    lead: 'Your device asks for your fingerprint, face or PIN, or for a security key. From then on, that is enough after your password.',
    required:
      'Your company or the platform requires a second factor after your password. Create a passkey on this device to continue.',
    name: 'Name of the passkey',
    nameRule: 'So that you recognise it, for example “Laptop at the office”.',
    create: 'Create the passkey',
    back: 'Back',
    insteadOfApp: 'Use a passkey instead',
    appInstead: 'Use an authenticator app instead',
    useTitle: 'Confirm that it is you',
    useLead: 'Use one of your passkeys to continue.',
    useOrCodeLead: 'Use one of your passkeys, or enter the code of your authenticator app.',
    use: 'Use a passkey',
    confirm: 'Confirm with a passkey',
    or: 'or',
    recoveryCode: 'Recovery code',
    recoveryNote: 'A recovery code works too. If you have none, ask your operator to reset your second factor.',
    lostNote: 'If you have neither, ask your operator to reset your second factor.',
    recoveryCodes: 'Recovery codes',
    recoveryCodesLeft: (count) => (count === 1 ? 'One code is left.' : `${count} codes are left.`),
    removeAppTitle: 'Switch the app off?',
    removeTitle: (name) => `Remove “${name}”?`,
    removeLead: 'Prove your second factor once more to do this.',
    removeLastLead:
      'Your password alone is then asked for, and your recovery codes stop working. Prove your second factor once more to do this.',
    removeApp: 'Switch the app off',
    refused: 'The passkey was not accepted',
    refusedText: 'Try again, or use another way.',
    notSaved: 'The passkey was not saved',
    notSavedText: 'Try again. If it does not work, use another device, or an authenticator app.',
    missingName: 'Enter a name of at most 64 characters.',
    tooMany: 'You have ten passkeys already. Remove one that you no longer use.',
    notUsed: 'No passkey was used',
    notUsedText: 'Your browser has stopped, or you have cancelled. Try again when you are ready.',
    known: 'This device or key already has a passkey of yours.',
    unsupported: 'This browser has no passkeys',
    unsupportedText: 'Use another browser or another way.',
    withoutScripts: 'A passkey needs a browser that runs scripts.',
  },
  ja: {
    passkeys: 'パスキー',
    noPasskeys: '未登録です。パスキーとは、端末の指紋・顔・PIN、またはセキュリティキーのことです。',
    added: '登録',
    lastUse: '最終利用',
    neverUsed: '未使用',
    add: 'パスキーを追加する',
    remove: '削除',
    title: 'パスキーの追加',
    lead: '端末の指紋・顔・PIN、またはセキュリティキーを使います。追加すると、パスワードの後はこの操作だけでログインできます。',
    required:
      '会社または運営者の設定により、パスワードの後に二要素認証が必要です。続けるにはこの端末でパスキーを作成してください。',
    name: 'パスキーの名前',
    nameRule: '見分けるための名前です（例：会社のノートPC）。',
    create: 'パスキーを作成する',
    back: '戻る',
    insteadOfApp: '代わりにパスキーを使う',
    appInstead: '代わりに認証アプリを使う',
    useTitle: 'ご本人の確認',
    useLead: '続けるには、登録したパスキーをお使いください。',
    useOrCodeLead: '登録したパスキーを使うか、認証アプリのコードを入力してください。',
    use: 'パスキーを使う',
    confirm: 'パスキーで確認する',
    or: 'または',
    recoveryCode: 'リカバリーコード',
    recoveryNote: 'リカバリーコードも使えます。お持ちでない場合は、運営者に二要素認証のリセットをご依頼ください。',
    lostNote: 'どちらもない場合は、運営者に二要素認証のリセットをご依頼ください。',
    recoveryCodes: 'リカバリーコード',
    recoveryCodesLeft: (count) => `残り${count}個です。`,
    removeAppTitle: '認証アプリを無効にしますか',
    removeTitle: (name) => `「${name}」を削除しますか`,
    removeLead: '続けるには、もう一度二要素認証を行ってください。',
    removeLastLead:
      '以後はパスワードだけでログインし、リカバリーコードは使えなくなります。続けるには、もう一度二要素認証を行ってください。',
    removeApp: '認証アプリを無効にする',
    refused: 'パスキーを確認できませんでした',
    refusedText: 'もう一度お試しいただくか、別の方法をお使いください。',
    notSaved: 'パスキーを登録できませんでした',
    notSavedText: 'もう一度お試しください。うまくいかない場合は、別の端末か認証アプリをお使いください。',
    missingName: '名前を64文字以内で入力してください。',
    tooMany: 'すでに10個のパスキーがあります。使っていないものを削除してください。',
    notUsed: 'パスキーは使われませんでした',
    notUsedText: '操作が取り消されたか、ブラウザーが中止しました。準備ができたら、もう一度お試しください。',
    known: 'この端末またはキーには、すでにパスキーがあります。',
    unsupported: 'このブラウザーではパスキーを使えません',
    unsupportedText: '別のブラウザーか、別の方法をお使いください。',
    withoutScripts: 'パスキーには、スクリプトが動くブラウザーが必要です。',
  },
};
