package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.server.beanstalkd.fixture.TestStore;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.json.JsonTrees;
import io.duetime.time.SystemTime;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Payloads of the size that the server is started with, over both protocols. */
class MaxPayloadTest {
  private static final int MOST = HttpLimits.MOST_PAYLOAD;
  private static final String JOB = "/v1/queues/q/jobs/a";

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();

  @ParameterizedTest
  @EnumSource(names = {"MEMORY", "EMBEDDED", "REDIS"})
  void payloadsOfUpToSixteenMegabytesAreServedOverBothProtocols(TestStore kind) throws Exception {
    byte[] payload = random(MOST);
    try (SystemTime time = new SystemTime();
        DuetimeServer server = DuetimeServer.start(settings(kind.newUri(folder), MOST), time)) {
      assertThat(put(server, JOB, payload)).isEqualTo(201);
      assertThat(put(server, JOB, random(MOST + 1))).isEqualTo(413);
      JsonNode claimed = claim(server);

      assertThat(claimed.at("/jobs")).hasSize(1);
      assertThat(Base64.getDecoder().decode(claimed.at("/jobs/0/payloadBase64").asString()))
          .isEqualTo(payload);
      assertPutAndReserved(server.beanstalkd().get(0), payload);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MEMORY", "EMBEDDED"})
  void payloadsHaveAtMostAMegabyteUnlessTheServerIsToldOtherwise(TestStore kind) throws Exception {
    try (SystemTime time = new SystemTime();
        DuetimeServer server = DuetimeServer.start(settings(kind.newUri(folder), 1 << 20), time)) {
      assertThat(put(server, JOB, random(1 << 20))).isEqualTo(201);
      assertThat(put(server, JOB, random((1 << 20) + 1))).isEqualTo(413);
    }
  }

  @Test
  void aBeanstalkdJobSizeBeyondTheLargestPayloadIsRefused() {
    ServerSettings.Builder settings =
        ServerSettings.builder().set(Setting.BEANSTALKD_MAX_JOB_SIZE, 2 << 20);

    assertThatThrownBy(settings::build)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("max-payload, 1048576");
  }

  private static ServerSettings settings(String store, int maxPayload) {
    HostPort anyPort = new HostPort("127.0.0.1", 0);
    return ServerSettings.builder()
        .store(store)
        .http(anyPort)
        .set(Setting.BEANSTALKD, List.of(new BeanstalkdAddress(anyPort, null)))
        .set(Setting.MAX_PAYLOAD, maxPayload)
        .set(Setting.BEANSTALKD_MAX_JOB_SIZE, maxPayload)
        .build();
  }

  private int put(DuetimeServer server, String path, byte[] payload) throws Exception {
    return send(request(server, path).PUT(BodyPublishers.ofByteArray(payload))).statusCode();
  }

  private JsonNode claim(DuetimeServer server) throws Exception {
    HttpRequest.Builder claim =
        request(server, "/v1/queues/q/claim")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"payloadAs\":\"base64\"}"));
    return JsonTrees.MAPPER.readTree(send(claim).body());
  }

  private static HttpRequest.Builder request(DuetimeServer server, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.http().getPort() + path));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static void assertPutAndReserved(InetSocketAddress address, byte[] payload)
      throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      OutputStream out = socket.getOutputStream();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      out.write(("put 0 0 60 " + payload.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.write(payload);
      out.write("\r\nreserve\r\n".getBytes(StandardCharsets.US_ASCII));

      assertThat(line(in)).startsWith("INSERTED ");
      assertThat(line(in)).matches("RESERVED [0-9]+ " + payload.length);
      assertThat(in.readNBytes(payload.length)).isEqualTo(payload);
    }
  }

  private static String line(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n' && next >= 0; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(length).nextBytes(bytes);
    return bytes;
  }
}
