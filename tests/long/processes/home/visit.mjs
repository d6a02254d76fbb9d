/* Visits everybody named through a proxy, with one authority trusted. */
import { readFileSync } from "node:fs";
import net from "node:net";
import tls from "node:tls";

const [, , root, port, ...all] = process.argv;

async function visit(whom) {
  const line = net.connect(Number(port), "127.0.0.1");
  line.write(`CONNECT ${whom}:443 HTTP/1.1\r\n\r\n`);
  await new Promise(done => line.once("data", done));
  const servername = net.isIP(whom) ? undefined : whom;
  const secured = tls.connect({ socket: line, host: whom, servername, ca: readFileSync(root) });
  await new Promise(done => {
    secured.on("secureConnect", () => secured.write("GET / HTTP/1.1\r\n\r\n"));
    secured.on("data", done);
    secured.on("error", error => done(console.log(`${whom}: ${error.message}`)));
  });
  secured.destroy();
}

for (const whom of all) await visit(whom);
