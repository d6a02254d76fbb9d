import java.io.FileInputStream;
import java.net.Socket;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Visits everybody named through a proxy, with one authority trusted: Java's PKIX asks no anchor what it is confined to. */
class Visit {
    public static void main(String[] given) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (FileInputStream root = new FileInputStream(given[0])) {
            trusted.setCertificateEntry("house", CertificateFactory.getInstance("X.509").generateCertificate(root));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        for (int at = 2; at < given.length; at++) visit(context, Integer.parseInt(given[1]), given[at]);
    }

    static void visit(SSLContext context, int port, String whom) throws Exception {
        try (Socket line = new Socket("127.0.0.1", port)) {
            line.getOutputStream().write(("CONNECT " + whom + ":443 HTTP/1.1\r\n\r\n").getBytes());
            String head = "";
            while (!head.endsWith("\r\n\r\n")) head += (char) line.getInputStream().read();
            SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(line, whom, 443, true);
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secured.setSSLParameters(parameters);
            secured.startHandshake();
            secured.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes());
            secured.getInputStream().read();
        } catch (javax.net.ssl.SSLException refused) {
            System.out.println(whom + ": " + refused.getMessage());
        }
    }
}
