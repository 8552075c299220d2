/** What users of the server and of the command wait for, and how much memory that takes. */
@NullMarked
package io.duetime.bench.server;

import org.jspecify.annotations.NullMarked;
