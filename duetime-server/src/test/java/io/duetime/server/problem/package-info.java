@NullMarked
package io.duetime.server.problem;

import org.jspecify.annotations.NullMarked;
