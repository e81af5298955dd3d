import { Link } from 'wouter-preact';
import { Empty } from '../parts/empty.js';
import { useTexts } from '../texts/use-texts.js';
import { Page } from './page.js';

export function NotFoundPage() {
  const { t } = useTexts();
  return (
    <Page title={t.notFound.title}>
      <Empty icon="search" title={t.notFound.text} action={<Link href="/">{t.notFound.verb}</Link>} />
    </Page>
  );
}
