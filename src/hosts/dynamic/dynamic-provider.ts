import type { ConfigReader } from "../../client/settings";

export type Props = Record<string, unknown>;

/** The verbs that Pulumi's host calls, with its own names: `olds` are recorded outputs, `news` desired inputs. */
export interface DynamicProvider {
  configure(request: { config: { get: ConfigReader } }): Promise<void>;
  check(olds: Props, news: Props): Promise<{ inputs: Props; failures: { property: string; reason: string }[] }>;
  diff(
    id: string,
    olds: Props,
    news: Props,
  ): Promise<{ changes?: boolean; replaces: string[]; deleteBeforeReplace: boolean }>;
  create(inputs: Props): Promise<{ id: string; outs: Props }>;
  read(id: string, props: Props): Promise<{ id: string; props: Props; inputs?: Props }>;
  update(id: string, olds: Props, news: Props): Promise<{ outs: Props }>;
  delete(id: string, props: Props): Promise<void>;
}
