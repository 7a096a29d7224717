-- Tables of src/store/stage.c while rows wait: queries stage_*.sql read them.
CREATE TABLE staged_blob (
  c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23,
  c24, c25, c26, c27, c28, c29, c30, c31);
CREATE TABLE staged_rollout (
  c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23,
  c24, c25, c26, c27, c28, c29, c30, c31);
CREATE TABLE staged_rollout_tokens (
  c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23,
  c24, c25, c26, c27, c28, c29, c30, c31);
CREATE TABLE staged_reward (
  c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23,
  c24, c25, c26, c27, c28, c29, c30, c31);
CREATE TABLE staged_evaluation (
  c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23,
  c24, c25, c26, c27, c28, c29, c30, c31);
CREATE TABLE staged_measurement (
  c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23,
  c24, c25, c26, c27, c28, c29, c30, c31);
CREATE TABLE staged_evidence (
  c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23,
  c24, c25, c26, c27, c28, c29, c30, c31);
