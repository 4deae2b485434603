import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeGenerated } from "./generated-file";

const root = join(__dirname, "..");

/**
 * A generated part of a hand-written page, between `<!-- name: tools/name.ts -->` and `<!-- /name -->`. Throws when the
 * page has no such part.
 */
export class GeneratedPart {
  readonly #begin: string;
  readonly #end: string;

  /** @param file path of the page in the repository */
  constructor(
    readonly file: string,
    readonly name: string,
  ) {
    this.#begin = `<!-- ${name}: tools/${name}.ts -->`;
    this.#end = `<!-- /${name} -->`;
  }

  write(text: string): void {
    const { page, from, to } = this.#find();
    writeGenerated(this.file, `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`);
  }

  #find(): { page: string; from: number; to: number } {
    const page = readFileSync(join(root, this.file), "utf8");
    const [begin, to] = [page.indexOf(this.#begin), page.indexOf(this.#end)];
    if (begin < 0 || to < begin) throw new Error(`${this.file} has no part between ${this.#begin} and ${this.#end}`);
    return { page, from: begin + this.#begin.length, to };
  }
}
