import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { type SlowWay, slowWay } from "../../../tools/scale/slow-way";

describe("the slow way to a server", () => {
  let echo: Server;
  let way: SlowWay | undefined;
  beforeEach(async () => {
    echo = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
    await once(echo, "listening");
  });
  afterEach(async () => {
    await way?.close();
    echo.close();
  });

  const through = async (delayMs: number): Promise<SlowWay> => {
    way = await slowWay((echo.address() as AddressInfo).port, delayMs);
    return way;
  };

  it("keeps the order of what is sent, and counts one direction", async () => {
    const { port, sent } = await through(1);
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    const pieces = Array.from({ length: 200 }, (_, i) => `${i} `);
    let heard = "";
    socket.on("data", (text: string) => {
      heard += text;
    });
    for (const piece of pieces) socket.write(piece);
    socket.end();
    await once(socket, "close");
    assert.equal(heard, pieces.join(""));
    assert.equal(sent(), heard.length);
  });

  it("takes its time there and back", async () => {
    const { port } = await through(40);
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const started = performance.now();
    socket.write("x");
    await once(socket, "data");
    assert.ok(performance.now() - started >= 79);
    socket.destroy();
  });
});
