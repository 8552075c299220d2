/** What each operation does and answers, and that its description agrees. */
@NullMarked
package io.duetime.server.http.operations;

import org.jspecify.annotations.NullMarked;
