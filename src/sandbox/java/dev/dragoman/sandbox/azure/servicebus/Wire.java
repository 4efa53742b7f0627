package dev.dragoman.sandbox.azure.servicebus;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.proton.message.Message;

/** Encodes and decodes messages and lock tokens. */
final class Wire {
    /** The format of a delivery that holds several messages. */
    private static final int BATCH = 0x80013700;

    private Wire() {}

    /** The encoded messages of one delivery. */
    static List<byte[]> messages(byte[] delivery, int format) {
        if (format != BATCH) {
            return List.of(delivery);
        }
        var decoder = new DecoderImpl();
        AMQPDefinedTypes.registerAllTypes(decoder, new EncoderImpl(decoder));
        var buffer = ByteBuffer.wrap(delivery);
        decoder.setByteBuffer(buffer);
        var messages = new ArrayList<byte[]>();
        while (buffer.hasRemaining()) {
            if (decoder.readObject() instanceof Data data) {
                messages.add(bytes(data.getValue()));
            }
        }
        return messages;
    }

    static byte[] bytes(Binary binary) {
        return Arrays.copyOfRange(
                binary.getArray(),
                binary.getArrayOffset(),
                binary.getArrayOffset() + binary.getLength());
    }

    static Message decoded(byte[] encoded) {
        var message = Proton.message();
        message.decode(encoded, 0, encoded.length);
        return message;
    }

    static byte[] encoded(Message message) {
        for (int size = 4096; ; size *= 4) {
            var buffer = new byte[size];
            try {
                return Arrays.copyOf(buffer, message.encode(buffer, 0, size));
            } catch (BufferOverflowException tooSmall) {
                // the next one is larger
            }
        }
    }

    /** The tag of a delivery: the lock token as .NET writes a GUID, its first fields reversed. */
    static byte[] tag(UUID lock) {
        var high = lock.getMostSignificantBits();
        return ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) (high >>> 32))
                .putShort((short) (high >>> 16))
                .putShort((short) high)
                .order(ByteOrder.BIG_ENDIAN)
                .putLong(lock.getLeastSignificantBits())
                .array();
    }
}
