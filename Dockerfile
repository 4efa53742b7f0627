# syntax=docker/dockerfile:1
FROM maven:3.9.11-eclipse-temurin-25 AS build
WORKDIR /src
# The libraries change less often than the sources: a layer of their own.
COPY pom.xml ./
COPY .mvn .mvn
RUN mvn -B -q dependency:go-offline || true
COPY config config
COPY src src
COPY tools tools
RUN mvn -B -q -DskipTests -DskipITs -Dformat=check package

FROM eclipse-temurin:25-jre
# Numbers, not names: "runAsNonRoot" can only check a number.
USER 65532:65532
WORKDIR /app
# The jar finds its libraries beside it. The sandbox jar stays out, and with it its commands.
COPY --from=build /src/target/lib lib
COPY --from=build /src/target/dragoman.jar dragoman.jar
EXPOSE 8081
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError", "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED", "-jar", "/app/dragoman.jar", "run"]
