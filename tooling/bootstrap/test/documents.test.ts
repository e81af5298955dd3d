import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inRoot } from '../root-folder.mjs';

const notOurs = new Set(['node_modules', 'dist', 'data', 'coverage', '.git', '.toolchain', '.turbo']);

/** Markdown files of the repository, relative to its root. */
function papers(folder = ''): string[] {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : papers(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function shellBlocks(file: string): readonly string[] {
  const text = readFileSync(inRoot(file), 'utf8');
  return [...text.matchAll(/^ *```(?:sh|bash|shell|console)\n([^]*?)^ *```/gm)].map(([, block]) => block ?? '');
}

/** Whether a block is a subshell that stops at the first command that fails. */
function isGuarded(block: string): boolean {
  return block.startsWith('(\nset -eu\n') && block.endsWith('\n)\n');
}

/** Returns the commands of a block, one on each line, without comments and without lines that only set variables. */
function commandsOf(block: string): readonly string[] {
  const lines = block.replaceAll(/\\\n/g, ' ').split('\n');
  const commands = lines.map((line) => line.replace(/(^|\s)#.*$/, '').trim());
  return commands.filter((command) => command !== '' && !/^\w+=\S*$/.test(command));
}

describe('papers', () => {
  it.each(papers())('%s links to what is there', (file) => {
    const text = readFileSync(inRoot(file), 'utf8').replace(/```[^]*?```/g, '');
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link ?? '');
    // Links between pages of the portal contain only the name of the page.
    const isThere = (link: string) => ['', '.md'].some((end) => existsSync(join(inRoot(dirname(file)), link + end)));
    const missing = links.filter((link) => !/^[a-z]+:/.test(link) && !isThere(link));
    expect(missing).toEqual([]);
  });

  it.each(papers().filter((file) => shellBlocks(file).length > 0))(
    '%s has shell examples that stop at a failure',
    (file) => {
      for (const block of shellBlocks(file)) {
        const goesOn = isGuarded(block)
          ? []
          : commandsOf(block)
              .slice(0, -1)
              .filter((command) => !command.endsWith('&&'));
        expect(goesOn).toEqual([]);
      }
    },
  );

  it.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/operations.md', 'docs/open-points.md'])(
    '%s names code that is there',
    (file) => {
      const text = readFileSync(inRoot(file), 'utf8');
      const paths = [...text.matchAll(/`((?:apps|packages|programs|tooling|e2e)\/[\w./-]+\.(?:ts|mjs))`/g)].map(
        ([, path]) => path ?? '',
      );
      expect(paths.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
    },
  );

  const published = ['packages', 'programs'].flatMap((kind) =>
    readdirSync(inRoot(kind)).map((name) => `${kind}/${name}`),
  );
  it.each(published)('%s has a README with the five headings', (folder) => {
    const text = readFileSync(inRoot(folder, 'README.md'), 'utf8');
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Purpose', 'Use', 'Exports', 'Ports to implement', 'Not its job']);
  });
});
