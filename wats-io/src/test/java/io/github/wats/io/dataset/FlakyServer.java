package io.github.wats.io.dataset;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web server on this machine that behaves as badly as it is told. */
final class FlakyServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Method, path and range of every request so far. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  FlakyServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  /** Answers one request. */
  interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  FlakyServer at(String path, Answer answer) {
    server.createContext(
        path,
        exchange -> {
          String range = exchange.getRequestHeaders().getFirst("Range");
          requests.add(exchange.getRequestURI().getPath() + (range == null ? "" : " " + range));
          try (exchange) {
            answer.to(exchange);
          }
        });
    return this;
  }

  String address() {
    return "http://localhost:" + server.getAddress().getPort() + "/";
  }

  /** The whole content, or the range that was asked for. */
  static Answer file(byte[] content) {
    return exchange -> {
      byte[] body = content;
      int status = 200;
      String range = exchange.getRequestHeaders().getFirst("Range");
      if (range != null) {
        int from = Integer.parseInt(range.replaceAll("bytes=(\\d+)-", "$1"));
        if (from >= content.length) {
          exchange.getResponseHeaders().set("Content-Range", "bytes */" + content.length);
          exchange.sendResponseHeaders(416, -1);
          return;
        }
        String value = "bytes " + from + "-" + (content.length - 1) + "/" + content.length;
        exchange.getResponseHeaders().set("Content-Range", value);
        body = Arrays.copyOfRange(content, from, content.length);
        status = 206;
      }
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    };
  }

  /** The whole content, whatever range was asked for. */
  static Answer fileWithoutRanges(byte[] content) {
    return exchange -> {
      exchange.sendResponseHeaders(200, content.length);
      exchange.getResponseBody().write(content);
    };
  }

  /** Announces {@code announced} bytes, sends these and closes the connection. */
  static Answer lies(long announced, byte[] content) {
    return exchange -> {
      exchange.sendResponseHeaders(200, announced);
      OutputStream body = exchange.getResponseBody();
      body.write(content);
      body.flush();
    };
  }

  static Answer status(int status) {
    return exchange -> exchange.sendResponseHeaders(status, -1);
  }

  static Answer redirect(String to) {
    return exchange -> {
      exchange.getResponseHeaders().set("Location", to);
      exchange.sendResponseHeaders(302, -1);
    };
  }

  /** The first request gets the first answer and so on; the last answer is repeated. */
  static Answer inTurn(Answer... answers) {
    int[] next = {0};
    return exchange -> {
      Answer answer;
      synchronized (next) {
        answer = answers[Math.min(next[0]++, answers.length - 1)];
      }
      answer.to(exchange);
    };
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
