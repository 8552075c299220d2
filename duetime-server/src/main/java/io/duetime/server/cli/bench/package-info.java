/** Measures a server with jobs: how many it takes and gives in a second, and how late. */
@NullMarked
package io.duetime.server.cli.bench;

import org.jspecify.annotations.NullMarked;
