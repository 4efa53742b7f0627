package dev.dragoman.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** A name server with a table of hosts. */
final class LocalDns implements AutoCloseable {
    private final DatagramSocket socket;
    private final Map<String, List<String>> hosts = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> failing = new ConcurrentHashMap<>();
    private final Set<String> silent = ConcurrentHashMap.newKeySet();

    LocalDns() {
        try {
            socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofPlatform().daemon().name("dns").start(this::serve);
    }

    /** HOST:PORT. */
    String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    InetSocketAddress socketAddress() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    void host(String name, String... addresses) {
        hosts.put(name, List.of(addresses));
        silent.remove(name);
    }

    /** There is no such host. */
    void gone(String name) {
        hosts.remove(name);
        silent.remove(name);
    }

    /** Nobody answers for the name. */
    void silent(String name) {
        silent.add(name);
    }

    /**
     * Questions for records of the type fail.
     *
     * @param code of the answers; -1 for no answer
     */
    void fails(int type, int code) {
        failing.put(type, code);
    }

    private void serve() {
        var buffer = new byte[4096];
        while (!socket.isClosed()) {
            var packet = new DatagramPacket(buffer, buffer.length);
            try {
                socket.receive(packet);
                var query = new Message(Arrays.copyOf(packet.getData(), packet.getLength()));
                var name = query.getQuestion().getName().toString(true);
                if (!silent.contains(name)
                        && failing.getOrDefault(query.getQuestion().getType(), 0) >= 0) {
                    var answer = answer(query, name).toWire();
                    socket.send(
                            new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private Message answer(Message query, String name) {
        var question = query.getQuestion();
        var answer = new Message(query.getHeader().getID());
        answer.getHeader().setFlag(Flags.QR);
        answer.getHeader().setFlag(Flags.RA);
        answer.addRecord(question, Section.QUESTION);
        if (!hosts.containsKey(name)) {
            answer.getHeader().setRcode(Rcode.NXDOMAIN);
            return answer;
        }
        int code = failing.getOrDefault(question.getType(), Rcode.NOERROR);
        if (code != Rcode.NOERROR) {
            answer.getHeader().setRcode(code);
            return answer;
        }
        for (var each : hosts.get(name)) {
            var address = InetAddress.ofLiteral(each);
            boolean six = each.contains(":");
            if (six == (question.getType() == Type.AAAA)) {
                answer.addRecord(record(question.getName(), address, six), Section.ANSWER);
            }
        }
        return answer;
    }

    private static Record record(Name name, InetAddress address, boolean six) {
        return six
                ? new AAAARecord(name, DClass.IN, 5, address)
                : new ARecord(name, DClass.IN, 5, address);
    }

    @Override
    public void close() {
        socket.close();
    }
}
