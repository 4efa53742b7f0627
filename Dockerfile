# syntax=docker/dockerfile:1
# For those who build with a daemon: "mvn -Pdist package" in a container, and its files in an image.
# Go builds the control plane on which the AOT cache is trained.
FROM golang:1.26 AS go
FROM maven:3.9.11-eclipse-temurin-25 AS build
COPY --from=go /usr/local/go /usr/local/go
ENV PATH=$PATH:/usr/local/go/bin
WORKDIR /src
# The libraries change less often than the sources: a layer of their own.
COPY pom.xml ./
COPY .mvn .mvn
RUN mvn -B -q dependency:go-offline || true
COPY config config
COPY kubernetes kubernetes
COPY src src
COPY tools tools
RUN mvn -B -q -Pdist -Dmaven.test.skip=true -DskipITs package

FROM scratch
# Numbers, not names: "runAsNonRoot" can only check a number.
USER 65532:65532
WORKDIR /app
# With their times, by which the AOT cache knows the jars.
COPY --from=build /src/target/image/root /
COPY --from=build /src/target/image/cache /app/
# One arena of the C library: the JVM's threads seldom allocate there, and free parts stay resident.
ENV MALLOC_ARENA_MAX=1
EXPOSE 8081
ENTRYPOINT ["/opt/java/bin/java", "@/app/dragoman.options", "-XX:AOTCache=/app/dragoman.aot", "-jar", "/app/dragoman.jar"]
CMD ["run"]
